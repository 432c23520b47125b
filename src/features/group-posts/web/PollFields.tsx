import { Plus, X } from 'lucide'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { fieldClassName } from '../../../shared/web/ui/field-classes.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { groupPostLimits } from '../contract.gen.ts'

type Props = { options: readonly string[]; onChange: (options: string[]) => void; error: string | undefined }

/** Inputs for two to six poll options. */
export function PollFields({ options, onChange, error }: Props) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Poll options</legend>
      <ul className="space-y-2">
        {options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option is the field at its place
          <li key={index} className="flex items-center gap-1">
            <input
              dir="auto"
              value={option}
              maxLength={groupPostLimits.option}
              aria-label={`Option ${index + 1}`}
              placeholder={`Option ${index + 1}`}
              aria-invalid={error ? true : undefined}
              onChange={(event) =>
                onChange(options.map((value, place) => (place === index ? event.target.value : value)))
              }
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()} // must not send the post
              className={`${fieldClassName} min-h-11 min-w-0`}
            />
            {options.length > groupPostLimits.fewestOptions && (
              <IconButton
                label={`Remove option ${index + 1}`}
                onClick={() => onChange(options.filter((_, place) => place !== index))}
              >
                <Icon icon={X} size={18} strokeWidth={2} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {options.length < groupPostLimits.options && (
        <Button variant="ghost" className="mt-1 -ml-3" onClick={() => onChange([...options, ''])}>
          <Icon icon={Plus} size={18} />
          Add option
        </Button>
      )}
      {error && (
        <p role="alert" className="mt-1 text-small font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
