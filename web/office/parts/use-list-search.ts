import { useLocation, useNavigation } from 'react-router'

/** The query of the address, already while the list that it asks for is being loaded. */
export function useListSearch(): URLSearchParams {
  const shown = useLocation()
  const { location: coming } = useNavigation()
  return new URLSearchParams(coming?.pathname === shown.pathname ? coming.search : shown.search)
}
