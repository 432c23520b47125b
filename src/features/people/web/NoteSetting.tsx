import { SafetyChoice } from './SafetyChoice.tsx'

/** What the viewer sees of items with a content note. */
export default function NoteSetting() {
  return (
    <SafetyChoice
      field="notes"
      label="Content notes"
      options={[
        { value: 'show', label: 'Show', hint: 'Items with a note look like all others.' },
        { value: 'collapse', label: 'Collapse', hint: 'You see the note first. Sensitive pictures are covered.' },
        { value: 'hide', label: 'Hide entirely', hint: 'Lists leave out items with a note or sensitive pictures.' },
      ]}
    />
  )
}
