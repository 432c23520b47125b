import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { findFieldErrors } from '../../../shared/web/data/errors.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { useSessionState } from '../../../shared/web/draft-state.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { MoreOptions } from '../../../shared/web/ui/MoreOptions.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { uploadProblems } from '../../media/web/upload.ts'
import { professorsApi } from '../contract.gen.ts'
import { ProfessorForm } from '../contract.ts'
import { AvatarField } from './AvatarField.tsx'
import { ChipsField } from './ChipsField.tsx'
import { DepartmentChoice } from './DepartmentChoice.tsx'
import { toastFor } from './labels.ts'
import { toastFailure } from './queries.ts'

const AddDepartment = lazyPart(() => import('./AddDepartment.tsx'))

const empty = {
  department_id: '',
  first_name: '',
  last_name: '',
  title: '',
  email: '',
  website_url: '',
  office_location: '',
  office_hours: '',
  years_teaching: '',
  bio: '',
  specializations: [] as readonly string[],
  courses_taught: [] as readonly string[],
}

/** Fields that few users know: folded, unless one is invalid. */
const furtherFields = [
  'years_teaching',
  'email',
  'website_url',
  'office_location',
  'office_hours',
  'bio',
  'specializations',
] as const

/** Adds a missing professor. Keeps the draft until it is added. */
export default function AddProfessor({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const photo = usePhoto()
  const [addsDepartment, setAddsDepartment] = useState(false)
  const { form, field, choice, change, errors, error, isPending } = useContractForm({
    name: 'professor',
    initial: () => empty,
    schema: ProfessorForm,
    toBody: ({ specializations, courses_taught, ...values }) => ({
      ...values,
      specializations: JSON.stringify(specializations),
      courses_taught: JSON.stringify(courses_taught),
    }),
    send: (body) => call(professorsApi.create, { form: toFormData(body, photo.file) }),
    onSuccess: () => {
      toast.success('Professor added successfully!', toastFor, 'add professor')
      void invalidate(client, professorsApi)
    },
    onDraftsSent: photo.drop,
    onDone: ({ data }) => {
      onClose()
      void navigate(`/rate-my-professor/${data.id}`)
    },
    onError: (error) => toastFailure(error, 'Failed to add professor', 'add professor'),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      layout="form-wide"
      title="Add Professor"
      actions={
        <>
          <Button className="max-sm:hidden" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={form.id} pendingLabel={isPending && 'Adding...'}>
            Add Professor
          </Button>
        </>
      }
    >
      <form {...form} className="space-y-4 pt-1">
        <DepartmentChoice {...choice('department_id')} onAdd={() => setAddsDepartment(true)} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name *" {...field('first_name')} />
          <Field label="Last name *" {...field('last_name')} />
          <Field label="Title" hint="e.g. Associate Professor" {...field('title')} />
        </div>
        <ChipsField label="Course taught" hint="e.g. CS101 - Algorithms" {...choice('courses_taught')} />
        <AvatarField file={photo.file} onChange={photo.choose} error={findFieldErrors(error).avatar ?? photo.problem} />
        <MoreOptions summary="Contact, office, about" open={furtherFields.some((name) => errors[name])}>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Years teaching" inputMode="numeric" {...field('years_teaching')} />
            <Field label="Email" type="email" {...field('email')} />
            <Field label="Website" inputMode="url" {...field('website_url')} />
            <Field label="Office location" {...field('office_location')} />
            <Field label="Office hours" {...field('office_hours')} />
          </div>
          <Field label="About" multiline {...field('bio')} />
          <ChipsField label="Specialization" hint="Add one at a time" {...choice('specializations')} />
        </MoreOptions>
      </form>
      <Suspense>
        {addsDepartment && (
          <AddDepartment
            onClose={() => setAddsDepartment(false)}
            onMade={(department_id) => {
              setAddsDepartment(false)
              change({ department_id })
            }}
          />
        )}
      </Suspense>
    </Dialog>
  )
}

/** The chosen photo. A reload of the page loses it, but not that there was one. */
function usePhoto() {
  const [file, setFile, dropFile] = useSessionState<File | undefined>('professor photo', undefined)
  const [isChosen, setIsChosen] = useDraft('professor photo chosen')
  return {
    file,
    problem: isChosen && !file ? uploadProblems.lost : undefined,
    choose(chosen: File | undefined) {
      setFile(chosen)
      setIsChosen(chosen ? 'yes' : '')
    },
    drop() {
      dropFile()
      setIsChosen('')
    },
  }
}

function toFormData(body: Readonly<Record<string, string | null | undefined>>, avatar: File | undefined): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) if (value?.trim()) form.set(name, value.trim())
  if (avatar) form.set('avatar', avatar)
  return form
}
