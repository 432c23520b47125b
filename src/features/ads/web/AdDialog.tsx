import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, findFieldErrors, invalidate, query } from '../../../shared/web/api.ts'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { uploadFile } from '../../media/web/upload.ts'
import { schoolsApi } from '../../schools/contract.gen.ts'
import { adsApi } from '../contract.gen.ts'
import type { Ad } from '../contract.ts'
import { AdImage } from './AdImage.tsx'
import { describeAudience, placements, toFormValues, toRequestBody, toTarget } from './form.ts'

const missing = 'Please fill in all required fields'

/** Creates or updates an ad. */
export default function AdDialog({ ad, onClose }: { ad: Ad | undefined; onClose: () => void }) {
  const client = useQueryClient()
  const [form, setForm] = useState(() => toFormValues(ad))
  const [file, setFile] = useState<File>()
  const uploaded = useRef<{ file: File; url: string }>(undefined)
  /** A retry sends the same URL and therefore the same request body. */
  const uploadOnce = async (picture: File) => {
    if (uploaded.current?.file !== picture)
      uploaded.current = { file: picture, url: (await uploadFile(picture, 'ad')).url }
    return uploaded.current.url
  }
  const change = (to: Partial<typeof form>) => setForm({ ...form, ...to })
  // A school's administrator cannot list schools. Their ads target their own school.
  const all = useQuery({ ...query(schoolsApi.listAll), retry: false })
  const canChooseSchool = all.isSuccess
  const audiences = [['', 'All Users'], ...(all.data?.data ?? []).map(({ id, name }) => [id, name] as const)] as const

  const save = useSubmit({
    form: ad ? `ad ${ad.id}` : 'ad',
    send: async (keyFor) => {
      const written = toRequestBody(form)
      if (!written) throw new Error(missing)
      const image_url = file ? await uploadOnce(file) : form.image_url
      const body = { ...written, image_url, ...(canChooseSchool ? describeAudience(form) : {}) }
      return ad
        ? call(adsApi.update, { params: { id: ad.id }, body })
        : call(adsApi.create, { body, idempotencyKey: keyFor(body) })
    },
    onSuccess: async () => {
      await invalidate(client, adsApi)
      void invalidate(client, adsApi)
    },
    onDone: onClose,
  })
  const fields = findFieldErrors(save.error)
  const problem = save.error && (save.error.message === missing ? missing : 'Failed to save ad')

  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={ad ? 'Edit Ad' : 'Create New Ad'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            pendingLabel={save.isPending && (ad ? 'Updating...' : 'Creating...')}
            onClick={() => save.submit()}
          >
            {ad ? 'Update Ad' : 'Create Ad'}
          </Button>
        </>
      }
    >
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <section className="space-y-4">
          <h3 className="text-card">Ad Content</h3>
          <Field
            label="Title *"
            required
            maxLength={200}
            value={form.title}
            onChange={(title) => change({ title })}
            error={fields.title}
          />
          <Field
            label="Description *"
            multiline
            required
            maxLength={1000}
            value={form.description}
            onChange={(description) => change({ description })}
            error={fields.description}
          />
          <Field
            label="Button Text"
            maxLength={40}
            value={form.button_text}
            onChange={(button_text) => change({ button_text })}
          />
          <Field
            label="Target URL *"
            required
            inputMode="url"
            maxLength={2000}
            value={form.target_url}
            onChange={(target_url) => change({ target_url })}
            onBlur={() => change({ target_url: toTarget(form.target_url) })}
            hint="Web address, or # for no link"
            error={fields.target_url}
          />
        </section>
        <section className="space-y-4">
          <h3 className="text-card">Targeting & Settings</h3>
          {canChooseSchool ? (
            <Select
              label="Target Audience"
              value={form.school}
              options={audiences}
              onChange={(school) => change({ school })}
            />
          ) : (
            <p className="text-soft">
              <span className="mb-1 block font-medium text-ink">Target Audience</span>
              Everyone at your school
            </p>
          )}
          <Select
            label="Ad Placement"
            value={form.placement}
            options={placements}
            onChange={(placement) => change({ placement })}
          />
          <AdImage
            url={form.image_url}
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
            value={form.max_impressions}
            onChange={(max_impressions) => change({ max_impressions })}
            hint="Leave blank for no limit"
            error={fields.max_impressions}
          />
        </section>
      </div>
      {problem && (
        <p role="alert" className="mt-4 font-medium text-danger">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
