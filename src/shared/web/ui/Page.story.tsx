import { Button } from './Button.tsx'
import { Page } from './Page.tsx'
import type { Story } from './story.ts'

export default {
  name: 'Page',
  states: {
    Default: () => (
      <Page title="A page" subtitle="What it is about" action={<Button variant="primary">Create</Button>}>
        <p>Content</p>
      </Page>
    ),
  },
} satisfies Story
