import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, route, text } from '../../shared/contract.ts'
import { casePriorities } from './case-contract.ts'
import { schoolFilter } from './lists-contract.ts'

/** Characters, except `templates`, which is a count per school. */
export const deskLimits = { title: 100, text: 2000, templates: 50 }

const Template = z.object({
  id: z.guid(),
  title: z.string(),
  text: z.string(),
  /** Offered first for cases of this priority. */
  priority: z.enum(casePriorities).nullable(),
})
export type Template = z.infer<typeof Template>

export const TemplateInput = z.object({
  title: text({ max: deskLimits.title, required: 'Give the template a title' }),
  /** May contain {name}, {rule} and {until}. */
  text: text({ max: deskLimits.text, required: 'Enter the text' }),
  priority: z
    .enum(casePriorities, 'Choose a priority')
    .nullish()
    .transform((priority) => priority ?? null),
})

/** Texts that moderators use again and again. */
export const templates = {
  list: route({
    method: 'GET',
    path: '/admin/templates',
    access: 'admin',
    grants: ['cases'],
    query: z.object({ school_id: schoolFilter }),
    reply: envelope(z.array(Template)),
  }),
  create: route({
    method: 'POST',
    path: '/admin/templates',
    access: 'admin',
    status: 201,
    query: z.object({ school_id: schoolFilter }),
    body: TemplateInput,
    reply: envelope(Template),
  }),
  update: route({
    method: 'PUT',
    path: '/admin/templates/:id',
    access: 'admin',
    params: idParams,
    body: TemplateInput,
    reply: envelope(Template),
  }),
  remove: route({
    method: 'DELETE',
    path: '/admin/templates/:id',
    access: 'admin',
    params: idParams,
    reply: emptyEnvelope,
  }),
}

const Note = z.object({ id: z.guid(), author_name: z.string(), text: z.string(), created_at: z.int() })
export type Note = z.infer<typeof Note>

/** What moderators write down about a person, for each other. The person finds it in their export. */
export const notes = {
  list: route({
    method: 'GET',
    path: '/admin/users/:id/notes',
    access: 'admin',
    grants: ['cases'],
    params: idParams,
    reply: envelope(z.array(Note)),
  }),
  create: route({
    method: 'POST',
    path: '/admin/users/:id/notes',
    access: 'admin',
    grants: ['cases'],
    status: 201,
    params: idParams,
    body: z.object({ text: text({ max: deskLimits.text, required: 'Write a note' }) }),
    reply: envelope(Note),
  }),
  remove: route({
    method: 'DELETE',
    path: '/admin/notes/:id',
    access: 'admin',
    grants: ['cases'],
    params: idParams,
    reply: emptyEnvelope,
  }),
}
