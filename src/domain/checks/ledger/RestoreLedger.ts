/** The help of findings about a damaged ledger. */
export const restoreLedger = "Restore releases/ from git or a backup: the ledger cannot be trusted from this line on."
