import type { Story } from './story.ts'
import { Table, TableCell, TableRow } from './Table.tsx'

export default {
  name: 'Table',
  states: {
    Default: () => (
      <Table label="People" columns={['Name', 'Major', ['Actions']]}>
        {['Ada', 'Alan'].map((name, index) => (
          <TableRow key={name} selected={index === 0}>
            <TableCell wide>{name}</TableCell>
            <TableCell>Computer science</TableCell>
            <TableCell />
          </TableRow>
        ))}
      </Table>
    ),
  },
} satisfies Story
