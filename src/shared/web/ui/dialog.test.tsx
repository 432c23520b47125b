import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Dialog } from './Dialog.tsx'

afterEach(cleanup)

test('shows a problem outside of the part that scrolls', () => {
  render(
    <Dialog open title="Edit ad" problem="Failed to save ad" actions={<button type="button">Save</button>}>
      <p>Ten fields</p>
    </Dialog>,
  )
  const scrolling = screen.getByText('Ten fields').closest('.overflow-y-auto')
  expect(scrolling).not.toBeNull()
  expect(scrolling?.contains(screen.getByRole('alert'))).toBe(false)
  expect(screen.getByRole('dialog').contains(screen.getByRole('alert'))).toBe(true)
})
