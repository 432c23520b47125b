import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { site } from '../../../shared/web/site.ts'
import { LegalSections } from './LegalSections.tsx'
import { privacy } from './legal/privacy.ts'
import { terms } from './legal/terms.ts'

vi.mock('./auth.tsx', () => ({ useAuth: () => ({ user: undefined }) }))
afterEach(cleanup)

test('headings and paragraphs of the legal texts name the product', () => {
  for (const sections of [terms, privacy]) render(<LegalSections sections={sections} />)
  expect(document.body.textContent).not.toMatch(/[{}]/)
  expect(screen.getByRole('heading', { name: `10. Leaving ${site.productName}` })).toBeTruthy()
})
