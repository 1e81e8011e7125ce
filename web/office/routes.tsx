import { createBrowserRouter, type RouteObject, redirect } from 'react-router'
import { entriesFor } from './navigation.ts'
import { loadMe } from './session.ts'
import { NoSuchScreen, ScreenProblem, StartProblem } from './shell/problems.tsx'
import { Roles } from './shell/roles.tsx'
import { Shell, Starting } from './shell/shell.tsx'

/** One line a screen; its module exports `Component` and, as needed, `loader`. */
const SCREENS: RouteObject[] = []

const paths = SCREENS.map(({ path }) => `/${path}`)

export function createOfficeRouter() {
  return createBrowserRouter(
    [
      {
        id: 'office',
        path: '/',
        loader: loadMe,
        shouldRevalidate: () => false,
        element: <Shell screens={paths} />,
        errorElement: <StartProblem />,
        hydrateFallbackElement: <Starting />,
        children: [
          {
            errorElement: <ScreenProblem />,
            children: [
              { index: true, loader: openFirstScreen, element: <Roles /> },
              ...SCREENS,
              { path: '*', element: <NoSuchScreen /> },
            ],
          },
        ],
      },
    ],
    { basename: '/office' },
  )
}

async function openFirstScreen(): Promise<null> {
  const [first] = entriesFor((await loadMe()).permissions, paths)
  if (first) throw redirect(first.to)
  return null
}
