import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ApiError } from '../api.ts'
import { reportClientError } from '../report-error.ts'

/** Of an error page: reports what went wrong, except for the server's own answers, which it knows. */
export function useReportedError(): void {
  const error = useRouteError()
  useEffect(() => {
    if (!error || isRouteErrorResponse(error) || error instanceof ApiError) return
    reportClientError(`Error page of ${location.pathname}`, error)
  }, [error])
}
