import { joinAddress, type PostalAddress, splitAddress } from '../../domain/postal-address.ts'

/** The columns of an address that was typed as one text, which stays as it is. */
export function addressAsTyped(homeAddress: string) {
  const { lines: addressLines, town, postcode } = splitAddress(homeAddress)
  return { homeAddress, addressLines, town, postcode }
}

/** The columns of an address that was entered in its parts. */
export function addressInParts(address: PostalAddress) {
  const { lines: addressLines, town, postcode } = address
  return { homeAddress: joinAddress(address), addressLines, town, postcode }
}
