// Sample values: the specification gives none.

export const CHARITY_NAME = 'CHAPS'
export const CHARITY_ADDRESS = ['12 Sample Street', 'Colchester', 'CO1 0AA'] as const
