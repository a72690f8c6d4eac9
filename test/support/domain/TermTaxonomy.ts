import type { Dimension, License, Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"

/** A taxonomy with roles, groups, French texts, a deprecated code and rules, of which two licenses use all. */
export const termTaxonomy = (): Taxonomy => ({
  namespace: "sample",
  title: "Image licensing",
  description: "For tests.",
  groups: [
    {
      label: "Grant",
      dimensions: ["use_type", "goods", "territory", "term"],
      translations: { fr: { label: "Droits" } }
    },
    { label: "Conduct", dimensions: ["synthetic", "after_term", "approvals"] },
    {
      label: "Exclusivity",
      dimensions: ["exclusivity", "exclusive_goods"],
      translations: { fr: { label: "Exclusivité" } }
    }
  ],
  dimensions: [
    useType,
    goods,
    territory,
    term,
    synthetic,
    afterTerm,
    approvals,
    exclusivity,
    exclusiveGoods,
    payment,
    capacity
  ],
  licenses: [campaign, open],
  rules: [
    {
      id: "school-not-sold",
      label: "Schools do not sell",
      description: "Teaching is not sold.",
      forbid: { use_type: { contains: "education" }, goods: { contains: "FOOD" } }
    },
    {
      id: "ask-first",
      label: "Ask first",
      description: "Advertising should be approved.",
      advice: true,
      when: { use_type: { contains: "ads" } },
      require: { approvals: { contains: "script" } }
    }
  ],
  translations: { fr: { title: "Licences d’image" } }
})

const useType: Dimension = {
  name: "use_type",
  label: "Use type",
  description: "The purposes of the use.",
  definition: "A use is permitted only for a purpose that is listed.",
  shape: "multiple",
  required: true,
  role: "scope",
  translations: { fr: { label: "Finalité", definition: "Seules les finalités indiquées sont permises." } },
  values: [
    {
      code: "ads",
      label: "Advertising",
      description: "Paid promotion.",
      definition: "Use to draw attention to goods.\n(a) in paid media, or\n(b) in media of the licensee.",
      translations: { fr: { label: "Publicité" } }
    },
    { code: "education", label: "Teaching, training", description: "Instruction." }
  ]
}

const goods: Dimension = {
  name: "goods",
  label: "Goods",
  description: "What the use is for.",
  shape: "multiple",
  required: false,
  role: "scope",
  unset: "open",
  values: [
    { code: "FOOD", label: "Food and drink", description: "All that is eaten." },
    { code: "FAST_FOOD", label: "Fast food", description: "Eaten fast.", broader: ["FOOD"] },
    {
      code: "TAPES",
      label: "Tapes",
      description: "Music on tape.",
      deprecated: { replaced_by: ["FOOD"], consider: ["FAST_FOOD"], reason: "Nobody sells tapes" }
    }
  ]
}

const territory: Dimension = {
  name: "territory",
  label: "Territory",
  description: "Where.",
  shape: "territory",
  required: true,
  role: "scope",
  values: [
    { code: "CA", label: "Canada", description: "ISO 3166-1 CA" },
    { code: "US", label: "United States", description: "ISO 3166-1 US" }
  ]
}

const term: Dimension = {
  name: "term",
  label: "Term",
  description: "How long.",
  definition: "At its end the rights cease, subject to after_term.",
  shape: "single",
  required: false,
  role: "permission",
  unset: "open",
  values: [{ code: "season", label: "One season", description: "A season." }]
}

const synthetic: Dimension = {
  name: "synthetic",
  label: "Synthetic use",
  description: "What computers may make.",
  shape: "flags",
  required: false,
  role: "permission",
  unset: "nothing",
  values: [
    { code: "avatar_only", label: "Avatar only", description: "An avatar.", role: ["permission", "limit"] },
    { code: "voice", label: "Voice", description: "Speech." },
    { code: "replica", label: "Replica", description: "A double." },
    { code: "training", label: "Training", description: "Models." }
  ]
}

const afterTerm: Dimension = {
  name: "after_term",
  label: "After the term",
  description: "What remains.",
  shape: "multiple",
  required: false,
  role: "permission",
  unset: "nothing",
  values: [
    { code: "sell_off", label: "Sell-off", description: "Sale of stock." },
    { code: "delete", label: "Deletion of models", description: "All models go.", role: ["duty"] }
  ]
}

const approvals: Dimension = {
  name: "approvals",
  label: "Approvals",
  description: "What needs approval.",
  shape: "multiple",
  required: false,
  role: "duty",
  unset: "open",
  values: [
    { code: "concept", label: "Concept", description: "The idea." },
    { code: "script", label: "Script", description: "The words." }
  ]
}

const exclusivity: Dimension = {
  name: "exclusivity",
  label: "Exclusivity",
  description: "Who else may.",
  shape: "single",
  required: false,
  role: "exclusivity",
  unset: "nothing",
  values: [
    { code: "by_goods", label: "Exclusive by goods", description: "In the listed goods.", reserves: "exclusive_goods" },
    { code: "none", label: "Non-exclusive", description: "Anyone.", role: ["description"] }
  ]
}

const exclusiveGoods: Dimension = {
  name: "exclusive_goods",
  label: "Exclusive goods",
  description: "The goods of the licensee.",
  shape: "multiple",
  required: false,
  role: "exclusivity",
  unset: "nothing",
  reserves: "goods",
  within: ["use_type", "territory"],
  values_of: "goods",
  values: goods.values
}

const payment: Dimension = {
  name: "payment",
  label: "Payment",
  description: "What is paid.",
  shape: "multiple",
  required: false,
  values: [
    { code: "fee", label: "Fee", description: "A sum." },
    { code: "royalty", label: "Royalty", description: "A share." }
  ]
}

const capacity: Dimension = {
  name: "capacity",
  label: "Capacity",
  description: "Who consents.",
  shape: "single",
  required: false,
  values: [
    { code: "adult", label: "Adult", description: "Of age." },
    { code: "group", label: "Group", description: "A union.", unbound_by: ["exclusive_goods"] }
  ]
}

const campaign: License = {
  code: "CAMPAIGN",
  name: "Campaign",
  description: "For a season of advertising.",
  translations: { fr: { name: "Campagne", description: "Pour une saison de publicité." } },
  config: {
    use_type: ["ads"],
    goods: ["FOOD", "TAPES"],
    territory: { global: false, countries: ["US", "CA"] },
    term: "season",
    synthetic: { avatar_only: true, voice: true, replica: false },
    after_term: ["sell_off", "delete"],
    approvals: ["concept"],
    exclusivity: "by_goods",
    exclusive_goods: ["FOOD"],
    payment: ["fee", "royalty"]
  }
}

const open: License = {
  code: "OPEN",
  name: "Open",
  description: "Says little.",
  config: {
    use_type: ["education"],
    territory: { global: true, countries: [] },
    exclusivity: "by_goods",
    synthetic: {}
  }
}
