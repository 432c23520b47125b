import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from './data/errors.ts'
import { formatFailedPost } from './failed-post.tsx'

afterEach(cleanup)

test('says until when a muted author cannot write anonymously, and leads to the reasons', () => {
  const error = new ApiError(403, {
    error: 'You can’t write anonymously until May 24, 2027.',
    code: 'muted_anonymous',
    decision_id: 'd1',
  })
  render(
    <MemoryRouter>
      <p>{formatFailedPost(error)}</p>
    </MemoryRouter>,
  )
  expect(screen.getByText(/^You can’t write anonymously until May 24, 2027\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Why, and what you can do' }).getAttribute('href')).toBe('/decisions/d1')
})

test('says that a post failed, except for failures that the whole app reports', () => {
  expect(formatFailedPost(new ApiError(403, { error: 'No', code: 'forbidden' }))).toBe('Not posted. Try again.')
  expect(formatFailedPost(new Error('offline'), 'saved')).toBe('Not saved. Try again.')
  for (const status of [401, 423, 429]) expect(formatFailedPost(new ApiError(status, {}))).toBeUndefined()
  expect(formatFailedPost(null)).toBeUndefined()
})
