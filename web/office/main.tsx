import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import '../ui/tokens.css'
import '../ui/base.css'
import { keepUpWithTranslators } from '../ui/translated-text.ts'
import { createOfficeRouter } from './routes.tsx'

keepUpWithTranslators()
const root = document.getElementById('office')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={createOfficeRouter()} />
    </StrictMode>,
  )
}
