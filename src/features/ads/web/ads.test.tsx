import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { Ad } from '../contract.ts'
import AdsTab from './AdsTab.tsx'
import { SponsoredCard } from './SponsoredCard.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const sampleAd = (title: string, is_active: boolean): Ad => ({
  id: title,
  title,
  description: 'Fresh every morning',
  image_url: null,
  button_text: 'Learn More',
  target_url: 'https://bakery.example',
  placement: 'sidebar',
  is_active,
  target_audience: 'all',
  target_school_id: null,
  target_school: null,
  start_date: null,
  end_date: null,
  max_impressions: null,
  current_impressions: 0,
  clicks: 0,
  created_at: '2026-11-21T08:00:00.000Z',
})

test("shows 'Ads (count)' as heading with the number of ads that match both filters", async () => {
  const data = [sampleAd('Harbour Bakery', true), sampleAd('Book fair', false), sampleAd('Bakery night', false)]
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: true, data })))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <AdsTab school="" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('heading', { name: 'Ads (3)' })).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search ads' }), { target: { value: 'bakery' } })
  expect(await screen.findByRole('heading', { name: 'Ads (2)' })).toBeTruthy()
  fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'inactive' } })
  expect(await screen.findByRole('heading', { name: 'Ads (1)' })).toBeTruthy()
  expect(screen.getByText('Bakery night')).toBeTruthy()
})

test('two house ads on a page have different drawings, and nothing that looks like a link', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: true, data: [] })))
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <SponsoredCard placement="sidebar" />
      <SponsoredCard placement="sidebar" slot={1} />
    </QueryClientProvider>,
  )
  expect(await screen.findAllByText('Campus Services')).toHaveLength(2)
  const [one, other] = container.querySelectorAll('svg')
  expect(one?.innerHTML).not.toBe(other?.innerHTML)
  for (const label of screen.getAllByText('Learn More →')) expect(label.closest('a, button, .text-brand')).toBeNull()
})
