export const CHARITY_NAME = 'CHAPS'
