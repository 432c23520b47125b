import { useState } from 'react'
import { Pager, Pagination } from './Pagination.tsx'
import type { Story } from './story.ts'

function Example({ totalPages }: { totalPages: number }) {
  const [page, setPage] = useState(1)
  const text = `Showing page ${page} of ${totalPages} (${totalPages * 10} total)`
  return <Pagination page={page} totalPages={totalPages} onPage={setPage} text={text} />
}

export default {
  name: 'Pagination',
  states: {
    Default: () => <Example totalPages={9} />,
    'One page': () => <Example totalPages={1} />,
    Pager: () => <Pager page={1} totalPages={2} onPage={() => {}} label="Other pages" />,
  },
} satisfies Story
