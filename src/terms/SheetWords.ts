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
    annexNote:
      "Definitions are normative. Labels stand in place of the codes by which they name other terms. A description explains a term that has no definition.",
    translationNote:
      "Translations are for information. The original text of a definition, below its translation, is binding.",
    description: "Description: {text}",
    original: "Original, binding text: {text}",
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
    annexNote:
      "Les définitions sont normatives. Les codes par lesquels elles désignent d’autres termes sont remplacés par leurs noms. Une description explique un terme sans définition.",
    translationNote:
      "Les traductions sont données à titre d’information. Le texte original d’une définition, placé sous sa traduction, fait foi.",
    description: "Description : {text}",
    original: "Texte original, qui fait foi : {text}",
    disclaimer:
      "Dans la mesure où les codes de la taxonomie le disent. Ceci n’est pas un conseil juridique et ne remplace pas le contrat.",
    release: "Version {version}, publiée le {date}",
    draft: "Projet de la version {version}, non publiée",
    digest: "SHA-256 de son schema.json : {digest}",
    page: "Page {page} sur {pages}"
  }
}

const spanish: SheetWords = {
  language: "es",
  and: "y",
  statements: {
    stated: "{items}.",
    yes: "Sí: {items}.",
    no: "No: {items}.",
    none: "Ninguno.",
    all: "Todos.",
    unstated: "No se indica.",
    "unstated-items": "No se indica: {items}.",
    open: "Lo decide el contrato.",
    "open-items": "El contrato decide sobre: {items}.",
    worldwide: "Todo el mundo.",
    "worldwide-naming": "Todo el mundo, en particular: {items}.",
    "parts-only": "De un país del que se indican partes, solo quedan comprendidas esas partes: {items}.",
    "whole-countries": "Cada país que la licencia comprende queda comprendido por entero.",
    "covers-only": "La licencia comprende únicamente: {items}.",
    "covers-nothing": "La licencia no comprende nada aquí y, por tanto, no concede nada.",
    "covers-everything": "La licencia comprende todo aquí.",
    "covers-kinds": "Queda incluido: {items}.",
    "permits-only": "Se permite únicamente lo siguiente: {items}.",
    permits: "Permitido: {items}.",
    "permits-not": "Expresamente no permitido: {items}.",
    "permits-nothing": "La licencia no permite nada aquí.",
    "permits-nothing-else": "La licencia no permite nada más aquí.",
    "permits-everything": "La licencia permite todo aquí.",
    "permits-everything-else": "La licencia permite todo lo demás aquí.",
    limits: "El uso se limita a: {items}.",
    "limits-not": "Sin limitarse a: {items}.",
    "limits-nothing": "No se aplica ningún límite aquí.",
    "limits-everything": "Se aplican todos los límites aquí.",
    requires: "Obligatorio: {items}.",
    "requires-not": "No obligatorio: {items}.",
    "requires-nothing": "Aquí nada es obligatorio.",
    "requires-everything": "Aquí todo es obligatorio.",
    reserves: "Reservado al licenciatario: {items}. El licenciante no puede conceder esto a nadie más.",
    "reserves-listed": "Lo que se indica bajo el siguiente epígrafe queda reservado al licenciatario: {items}.",
    "reserves-grant": "El licenciante no puede conceder a nadie más lo que esta licencia concede.",
    "reserves-within":
      "Mientras dure la licencia, la reserva tiene el mismo alcance que esta en lo relativo a: {items}.",
    "reserves-not-against": "La reserva no impide una licencia con: {items}.",
    "reserves-nothing": "Nada queda reservado aquí al licenciatario.",
    "reserves-everything": "Todo queda reservado aquí al licenciatario."
  },
  texts: {
    sheet: "Condiciones principales",
    untitled: "Condiciones de la licencia",
    contract: "Contrato {id}",
    license: "Licencia base",
    licensor: "Licenciante",
    licensee: "Licenciatario",
    from: "Primer día",
    until: "Último día",
    terms: "Condiciones",
    others: "Otras condiciones",
    unstated: "Lo que estas condiciones no indican",
    silent:
      "Estas condiciones no dicen nada sobre: {items}. Sus consecuencias resultan de las definiciones y del contrato.",
    deprecated: "Términos obsoletos empleados aquí",
    deprecation: "{item} es obsoleto.",
    of: "{item} ({dimension})",
    use: "Sustitúyase por: {items}.",
    useAll: "Sustitúyase por el conjunto de: {items}.",
    consider: "Puede considerarse: {items}.",
    unreplaced: "No tiene sustituto.",
    removal: "Se puede suprimir, como muy pronto, en la versión {version} y el {date}.",
    removed: "Se suprimió en la versión {version} el {date}.",
    reason: "Motivo: {text}",
    advice: "Recomendaciones que estas condiciones no siguen",
    rules: "Reglas que estas condiciones cumplen",
    annex: "Anexo: definiciones",
    annexNote:
      "Las definiciones son normativas. Los códigos con los que designan otros términos se sustituyen por los nombres de estos. Una descripción explica un término que no tiene definición.",
    translationNote:
      "Las traducciones son meramente informativas. Prevalece el texto original de una definición, que figura debajo de su traducción.",
    description: "Descripción: {text}",
    original: "Texto original, que prevalece: {text}",
    disclaimer:
      "En la medida en que lo dicen los códigos de la taxonomía. Esto no es asesoramiento jurídico ni sustituye al contrato.",
    release: "Versión {version}, publicada el {date}",
    draft: "Borrador de la versión {version}, que no está publicada",
    digest: "SHA-256 de su schema.json: {digest}",
    page: "Página {page} de {pages}"
  }
}

/** The words by language. */
export const sheetWords: ReadonlyMap<string, SheetWords> = new Map([
  ["en", english],
  ["es", spanish],
  ["fr", french]
])

/** The words of the first language that has them, or else English ones. */
export const findSheetWords = (languages: Languages): SheetWords =>
  languages.flatMap((tag) => sheetWords.get(tag.split("-", 1)[0] ?? "") ?? [])[0] ?? english
