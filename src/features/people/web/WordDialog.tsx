import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { ChipChoice } from '../../../shared/web/ui/ChipChoice.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { parseWallClock, toWallClock } from '../../../shared/web/wall-clock.ts'
import { isSameWord, type MutedWord, wordPlaces } from '../../../shared/words.ts'
import { MutedWord as MutedWordInput } from '../../session/contract.ts'
import { useMe } from '../../session/web/auth.tsx'
import { safetyApi } from '../safety-contract.gen.ts'
import { duplicateWord } from '../safety-contract.ts'
import { useStoreSafety } from './safety-settings.ts'
import { matchLabels, placeLabels } from './word-labels.ts'

type Props = { word: MutedWord | undefined; words: readonly MutedWord[]; onClose: () => void }

/** Mutes a word, or changes where a muted one applies. */
export default function WordDialog({ word, words, onClose }: Props) {
  const { school_timezone } = useMe()
  const store = useStoreSafety()
  const others = words.filter((other) => other !== word)
  const { form, field, values, errors, change, choice, failure, isPending } = useContractForm({
    name: word ? `muted word ${word.word}` : 'muted word',
    hasDraft: !word,
    initial: () => ({
      word: word?.word ?? '',
      match: word?.match ?? ('word' as MutedWord['match']),
      places: word?.places ?? [...wordPlaces],
      ends_at: word?.ends_at ? toWallClock(word.ends_at, school_timezone).slice(0, 10) : '',
      except_friends: word?.except_friends ?? false,
    }),
    schema: MutedWordInput,
    toBody: ({ ends_at, ...rest }) => ({
      ...rest,
      ends_at: ends_at === '' ? null : (parseWallClock(`${ends_at}T23:59`, school_timezone) ?? ends_at),
    }),
    check: (entered) => ({
      ...(others.some((other) => isSameWord(other.word, entered.word)) && { word: duplicateWord }),
    }),
    send: (body) =>
      call(safetyApi.update, {
        body: { words: word ? words.map((one) => (one === word ? body : one)) : [...words, body] },
      }),
    onSuccess: store,
    onDone: () => {
      onClose()
      void toast.success(word ? 'Muted word updated' : 'Word muted')
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={word ? 'Edit muted word' : 'Mute a word'}
      description="Items with this word become one line, and they don’t notify you. What you write yourself always stays."
      problem={failure && userMessage(failure, 'Failed to save the word', { statuses: [400] })}
      form={form}
      formClassName="space-y-5"
      submitLabel={word ? 'Save changes' : 'Mute word'}
      isPending={isPending}
      pendingLabel="Saving..."
    >
      <Field label="Word" starred {...field('word')} />
      <ChipChoice label="Match" options={matchLabels} {...choice('match')} />
      <fieldset>
        <legend className="font-medium">Where</legend>
        {placeLabels.map(([place, label]) => (
          <Checkbox
            key={place}
            label={label}
            checked={values.places.includes(place)}
            onChange={(checked) =>
              change({
                places: wordPlaces.filter((each) => (each === place ? checked : values.places.includes(each))),
              })
            }
          />
        ))}
        {errors.places && (
          <p role="alert" className="text-small font-medium text-danger">
            {errors.places}
          </p>
        )}
      </fieldset>
      <Field
        type="date"
        label="Until"
        hint="Leave it empty to mute the word until you remove it."
        {...field('ends_at')}
      />
      <Checkbox
        label="Not from friends"
        hint="What your friends write stays."
        {...toChecked(choice('except_friends'))}
      />
    </FormDialog>
  )
}

const toChecked = ({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) => ({
  checked: value,
  onChange,
})
