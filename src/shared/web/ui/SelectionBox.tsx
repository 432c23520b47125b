type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void }

/** Selects a row of a table. Its label is for screen readers; the target is larger than the box. */
export const SelectionBox = ({ label, checked, onChange }: Props) => (
  <label className="-m-3 inline-flex cursor-pointer p-3">
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className="size-5 accent-brand"
    />
  </label>
)
