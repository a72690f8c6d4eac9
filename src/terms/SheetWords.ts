import type { Languages } from "../domain/taxonomy/Translate.ts"
import { englishWords, type StatementWords } from "../domain/terms/Statements.ts"

/** The sentences and headings of a term sheet in a language. Names in braces stand for what a sheet puts there. */
export interface SheetWords extends StatementWords {
  /** Its tag, also for dates. */
  readonly language: string
  readonly texts: Readonly<Record<keyof typeof english.texts, string>>
}

const english = {
  language: "en-GB",
  ...englishWords,
  texts: {
    sheet: "Term sheet",
    untitled: "License terms",
    contract: "Contract {id}",
    license: "Base license",
    licensor: "Licensor",
    licensee: "Licensee",
    from: "First day",
    until: "Last day",
    terms: "Terms",
    others: "Other terms",
    unstated: "What these terms do not state",
    silent: "These terms say nothing on: {items}. What follows is for the definitions and the agreement to say.",
    deprecated: "Deprecated terms used here",
    deprecation: "{item} is deprecated.",
    of: "{item} ({dimension})",
    use: "Use instead: {items}.",
    useAll: "Use instead, all of them together: {items}.",
    consider: "Consider: {items}.",
    unreplaced: "It has no replacement.",
    removal: "It can be removed in release {version} and on {date} at the earliest.",
    removed: "It was removed in release {version} on {date}.",
    reason: "Reason: {text}",
    advice: "Advice that these terms do not follow",
    rules: "Rules that these terms observe",
    annex: "Annex: definitions",
    annexNote: "Definitions are normative. A description explains a term that has no definition.",
    translationNote:
      "Translations are for information. The original text of a definition, below its translation, is binding.",
    description: "Description: {text}",
    original: "Original, binding text: {text}",
    mention: "{code} in this text is the term {item}.",
    disclaimer:
      "As far as the codes of the taxonomy say. This is not legal advice, and it does not take the place of the agreement.",
    release: "Release {version}, published on {date}",
    draft: "Draft of release {version}, which is not published",
    digest: "SHA-256 of its schema.json: {digest}",
    page: "Page {page} of {pages}"
  }
} as const

const french: SheetWords = {
  language: "fr",
  and: "et",
  statements: {
    stated: "{items}.",
    yes: "Oui : {items}.",
    no: "Non : {items}.",
    none: "Aucun.",
    all: "Tous.",
    unstated: "Non précisé.",
    "unstated-items": "Non précisé : {items}.",
    open: "Le contrat en décide.",
    "open-items": "Le contrat décide de : {items}.",
    worldwide: "Monde entier.",
    "worldwide-naming": "Monde entier, notamment : {items}.",
    "parts-only": "D’un pays dont des parties sont indiquées, seules ces parties sont couvertes : {items}.",
    "whole-countries": "Chaque pays couvert par la licence l’est en entier.",
    "covers-only": "La licence couvre uniquement : {items}.",
    "covers-nothing": "La licence ne couvre rien ici et n’accorde donc rien.",
    "covers-everything": "La licence couvre tout ici.",
    "covers-kinds": "Sont compris : {items}.",
    "permits-only": "Est autorisé uniquement ce qui suit : {items}.",
    permits: "Autorisé : {items}.",
    "permits-not": "Expressément non autorisé : {items}.",
    "permits-nothing": "La licence n’autorise rien ici.",
    "permits-nothing-else": "La licence n’autorise rien d’autre ici.",
    "permits-everything": "La licence autorise tout ici.",
    "permits-everything-else": "La licence autorise tout le reste ici.",
    limits: "L’utilisation est limitée à : {items}.",
    "limits-not": "Non limité à : {items}.",
    "limits-nothing": "Aucune limite ne s’applique ici.",
    "limits-everything": "Toutes les limites s’appliquent ici.",
    requires: "Obligatoire : {items}.",
    "requires-not": "Non obligatoire : {items}.",
    "requires-nothing": "Rien n’est obligatoire ici.",
    "requires-everything": "Tout est obligatoire ici.",
    reserves: "Réservé au licencié : {items}. Le concédant ne peut accorder cela à personne d’autre.",
    "reserves-listed": "Ce qui est indiqué sous la rubrique suivante est réservé au licencié : {items}.",
    "reserves-grant": "Le concédant ne peut accorder à personne d’autre ce que cette licence accorde.",
    "reserves-within": "Tant que la licence dure, la réserve s’étend aussi loin qu’elle pour : {items}.",
    "reserves-not-against": "La réserve n’empêche pas une licence qui prévoit : {items}.",
    "reserves-nothing": "Rien n’est réservé ici au licencié.",
    "reserves-everything": "Tout est réservé ici au licencié."
  },
  texts: {
    sheet: "Conditions principales",
    untitled: "Conditions de licence",
    contract: "Contrat {id}",
    license: "Licence type",
    licensor: "Concédant",
    licensee: "Licencié",
    from: "Premier jour",
    until: "Dernier jour",
    terms: "Conditions",
    others: "Autres conditions",
    unstated: "Ce que ces conditions ne précisent pas",
    silent: "Ces conditions ne disent rien de : {items}. Les définitions et le contrat disent ce qui en résulte.",
    deprecated: "Termes obsolètes employés ici",
    deprecation: "{item} est obsolète.",
    of: "{item} ({dimension})",
    use: "À remplacer par : {items}.",
    useAll: "À remplacer par l’ensemble de : {items}.",
    consider: "À envisager : {items}.",
    unreplaced: "Rien ne le remplace.",
    removal: "Suppression au plus tôt dans la version {version} et le {date}.",
    removed: "Supprimé dans la version {version} le {date}.",
    reason: "Motif : {text}",
    advice: "Recommandations que ces conditions ne suivent pas",
    rules: "Règles que ces conditions respectent",
    annex: "Annexe : définitions",
    annexNote: "Les définitions sont normatives. Une description explique un terme sans définition.",
    translationNote:
      "Les traductions sont données à titre d’information. Le texte original d’une définition, placé sous sa traduction, fait foi.",
    description: "Description : {text}",
    original: "Texte original, qui fait foi : {text}",
    mention: "{code} désigne dans ce texte le terme {item}.",
    disclaimer:
      "Dans la mesure où les codes de la taxonomie le disent. Ceci n’est pas un conseil juridique et ne remplace pas le contrat.",
    release: "Version {version}, publiée le {date}",
    draft: "Projet de la version {version}, non publiée",
    digest: "SHA-256 de son schema.json : {digest}",
    page: "Page {page} sur {pages}"
  }
}

/** The words of the first language that has them, or else English ones. */
export const findSheetWords = (languages: Languages): SheetWords =>
  languages.flatMap((tag) => (tag.split("-", 1)[0] === "fr" ? [french] : []))[0] ?? english
