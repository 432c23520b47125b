import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { isRefused, unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { useSessionState } from '../../../shared/web/draft-state.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Choice } from '../../../shared/web/ui/Choice.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { uploadFile } from '../../media/web/upload.ts'
import { schoolsApi } from '../../schools/contract.gen.ts'
import { adsApi } from '../contract.gen.ts'
import { type Ad, AdInput, missingAdFields } from '../contract.ts'
import { AdImage } from './AdImage.tsx'
import { describeAudience, placements, toBody, toFormValues, toTarget } from './form.ts'

/** With the server's reason, for example a right that was withdrawn meanwhile. */
const describeFailure = (error: Error | null) =>
  isRefused(error)
    ? `Failed to save ad: ${userMessage(error, unknownFailure, { statuses: 'all' })}`
    : 'Failed to save ad'

/** Creates or updates an ad. */
export default function AdDialog({ ad, onClose }: { ad: Ad | undefined; onClose: () => void }) {
  const client = useQueryClient()
  const name = ad ? `ad ${ad.id}` : 'ad'
  const [file, setFile, dropFile] = useSessionState<File | undefined>(name, undefined)
  const uploaded = useRef<{ file: File; url: string }>(undefined)
  /** A retry sends the same URL and therefore the same request body. */
  const uploadOnce = async (picture: File) => {
    if (uploaded.current?.file !== picture)
      uploaded.current = { file: picture, url: (await uploadFile(picture, 'ad')).url }
    return uploaded.current.url
  }
  // A school's administrator cannot list schools. Their ads target their own school.
  const all = useQuery({ ...query(schoolsApi.listAll), retry: false })
  const canChooseSchool = all.isSuccess
  const audiences = [['', 'All Users'], ...(all.data?.data ?? []).map(({ id, name }) => [id, name] as const)] as const

  const { form, field, choice, values, errors, change, isError, error, isPending } = useContractForm({
    name,
    initial: () => toFormValues(ad),
    schema: AdInput,
    toBody: (values) => ({ ...toBody(values), ...(canChooseSchool ? describeAudience(values) : {}) }),
    prepare: async (body) => (file ? { ...body, image_url: await uploadOnce(file) } : body),
    send: (body, idempotencyKey) =>
      ad ? call(adsApi.update, { params: { id: ad.id }, body }) : call(adsApi.create, { body, idempotencyKey }),
    onSuccess: async () => {
      await invalidate(client, adsApi)
      void invalidate(client, adsApi)
    },
    onDraftsSent: dropFile,
    onDone: onClose,
  })
  const isIncomplete = Object.values(errors).includes(missingAdFields)
  /** The text about empty fields is shown once, by the dialog. */
  const markedField = (name: 'title' | 'description' | 'target_url') => {
    const { error, ...rest } = field(name)
    return error === missingAdFields ? { ...rest, invalid: true } : { ...rest, error }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      layout="form-wide"
      title={ad ? 'Edit Ad' : 'Create New Ad'}
      problem={isIncomplete ? missingAdFields : isError && describeFailure(error)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={form.id}
            pendingLabel={isPending && (ad ? 'Updating...' : 'Creating...')}
          >
            {ad ? 'Update Ad' : 'Create Ad'}
          </Button>
        </>
      }
    >
      <form {...form} className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <section className="space-y-4">
          <h3 className="text-card">Ad Content</h3>
          <Field label="Title *" {...markedField('title')} />
          <Field label="Description *" multiline {...markedField('description')} />
          <Field label="Button Text" {...field('button_text')} />
          <Field
            label="Target URL *"
            inputMode="url"
            onBlur={() => change({ target_url: toTarget(values.target_url) })}
            hint="Web address, or # for no link"
            {...markedField('target_url')}
          />
        </section>
        <section className="space-y-4">
          <h3 className="text-card">Targeting & Settings</h3>
          {canChooseSchool ? (
            <Select label="Target Audience" options={audiences} {...choice('school')} />
          ) : (
            <p className="text-soft">
              <span className="mb-1 block font-medium text-ink">Target Audience</span>
              Everyone at your school
            </p>
          )}
          <Choice label="Ad Placement" options={placements} {...choice('placement')} />
          <AdImage
            url={values.image_url}
            file={file}
            onChoose={setFile}
            onRemove={() => {
              setFile(undefined)
              change({ image_url: null })
            }}
          />
          <Field
            label="Max Impressions"
            type="number"
            min={1}
            step={1}
            inputMode="numeric"
            hint="Leave blank for no limit"
            {...field('max_impressions')}
          />
        </section>
      </form>
    </Dialog>
  )
}
