import { LoadMore } from './LoadMore.tsx'
import type { Story } from './story.ts'

const list = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: true, fetchNextPage: () => {} }

export default {
  name: 'LoadMore',
  states: {
    'After a failure': () => <LoadMore label="Load more" list={list} />,
    Pending: () => <LoadMore label="Load more" list={{ ...list, isFetchingNextPage: true }} />,
    'No more pages': () => <LoadMore label="Load more" list={{ ...list, hasNextPage: false }} />,
  },
} satisfies Story
