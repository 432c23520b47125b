import { Button } from './Button.tsx'
import { Badge, Banner, Panel, Toolbar } from './Panel.tsx'
import type { Story } from './story.ts'

export default {
  name: 'Panel',
  states: {
    Default: () => (
      <Panel title="Users" subtitle="Find and moderate members" onRefresh={() => Promise.resolve()}>
        <Toolbar>
          <Button>A tool</Button>
        </Toolbar>
      </Panel>
    ),
    Error: () => <Banner text="Something went wrong, in place" onDismiss={() => {}} />,
    Badges: () =>
      (['plain', 'good', 'warm', 'bad'] as const).map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      )),
  },
} satisfies Story
