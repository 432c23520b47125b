import type { Event, EventFacts } from '../contract.ts'

/** Facts, details for attendees and co-organizers, as a form holds them. */
export type DetailValues = Readonly<
  Record<'onlineLink' | 'exactLocation' | 'food' | 'language' | 'cost', string> &
    Record<'stepFree' | 'quietArea' | 'captions', boolean>
> & { readonly organizers: readonly ChosenPerson[] }
export type ChosenPerson = Pick<Event['organizers'][number], 'id' | 'name' | 'avatar_url'>

export const toDetailValues = (event: Event | undefined): DetailValues => ({
  onlineLink: event?.online_link ?? '',
  exactLocation: event?.exact_location ?? '',
  stepFree: event?.facts.step_free ?? false,
  quietArea: event?.facts.quiet_area ?? false,
  captions: event?.facts.captions ?? false,
  food: event?.facts.food ?? '',
  language: event?.facts.language ?? '',
  cost: event?.facts.cost ?? '',
  organizers: event?.organizers.slice(1) ?? [],
})

/** Of an event whose details the viewer cannot read, they stay as they are. */
export const hasDetails = (event: Event | undefined): boolean => event === undefined || event.online_link !== undefined

/** What the form sends. Organizers only if they changed: others may be invisible to the viewer. */
export function toDetails(values: DetailValues, event: Event | undefined) {
  const { stepFree, quietArea, captions, food, language, cost, organizers } = values
  const ids = organizers.map(({ id }) => id)
  const before = toDetailValues(event).organizers.map(({ id }) => id)
  return {
    facts: {
      ...(stepFree ? { step_free: true } : {}),
      ...(quietArea ? { quiet_area: true } : {}),
      ...(captions ? { captions: true } : {}),
      ...(food.trim() ? { food } : {}),
      ...(language.trim() ? { language } : {}),
      ...(cost.trim() ? { cost } : {}),
    },
    ...(hasDetails(event) ? { online_link: values.onlineLink, exact_location: values.exactLocation } : {}),
    ...(ids.join() === before.join() ? {} : { co_organizers: ids }),
  }
}

/** 'Step-free access', 'Food: soup'. */
export function listFacts({ step_free, quiet_area, captions, food, language, cost }: EventFacts): string[] {
  return [
    step_free ? 'Step-free access' : '',
    quiet_area ? 'Quiet area' : '',
    captions ? 'Captions' : '',
    food ? `Food: ${food}` : '',
    language ? `Language: ${language}` : '',
    cost ? `Cost: ${cost}` : '',
  ].filter(Boolean)
}
