// Separate from contract.ts so that pages load no schema code.

export const GENDERS = ['Male', 'Female', 'Non-binary', 'Other'] as const
export const COUNTRIES = ['United Kingdom', 'Ireland'] as const
export const ETHNICITIES = [
  'White - British',
  'White - Irish',
  'White - Any other White background',
  'Mixed - White and Black Caribbean',
  'Mixed - White and Black African',
  'Mixed - White and Asian',
  'Mixed - Any other mixed background',
  'Asian or Asian British - Indian',
  'Asian or Asian British - Pakistan',
  'Asian or Asian British - Bangladeshi',
  'Asian or Asian British - Any other Asian background',
  'Black or Black British - Caribbean',
  'Black or Black British - African',
  'Black or Black British - Any other Black background',
  'Other Ethnic Groups - Chinese',
  'Other Ethnic Groups - Any other ethnic group',
  'Not stated',
] as const
export const YES_NO_UNSURE = ['Yes', 'No', "Don't know"] as const
export const FATHERS_SIDE = ['Father', 'Brother', 'Grandfather', 'Uncle'] as const
export const MOTHERS_SIDE = ['Mother', 'Sister', 'Grandmother', 'Aunt'] as const
export const MEDICATIONS = [
  'Proscar/Propecia (Finasteride)',
  'Avodart',
  'Combodart',
  'None',
] as const
