import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Words } from './Words.tsx'

afterEach(cleanup)

test('web addresses become links, without the full stop behind them, and nothing else does', () => {
  render(<Words text={'See https://north.example/a?b=1. Not javascript:alert(1) <b>or</b> www.x.example'} />)
  const links = screen.getAllByRole('link')
  expect(links).toHaveLength(1)
  expect(links[0]).toMatchObject({ href: 'https://north.example/a?b=1', textContent: 'north.example/a?b=1' })
  expect(links[0]?.getAttribute('rel')).toContain('noopener')
  expect(document.body.textContent).toContain('<b>or</b>')
})

test('a long text is folded until somebody asks for it', () => {
  render(<Words text={'word '.repeat(200)} />)
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(screen.queryByRole('button')).toBeNull()
})

test('a short text has nothing to unfold', () => {
  render(<Words text="Good morning" />)
  expect(screen.queryByRole('button')).toBeNull()
})
