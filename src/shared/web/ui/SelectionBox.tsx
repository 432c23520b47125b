type Props = {
  label: string
  checked: boolean
  /** Some, but not all, of the rows that it stands for are selected. */
  isMixed?: boolean
  onChange: (checked: boolean) => void
}

/** Selects a row of a table, or all of them. Its label is for screen readers; the target is larger than the box. */
export const SelectionBox = ({ label, checked, isMixed = false, onChange }: Props) => (
  <label className="-m-3 inline-flex cursor-pointer p-3">
    <input
      type="checkbox"
      aria-label={label}
      ref={(box) => {
        if (box) box.indeterminate = isMixed
      }}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className="size-5 accent-brand"
    />
  </label>
)
