/** The name of a school without its kind, for a narrow bar: 'Northfield' for 'Northfield University'. */
export const toShortSchoolName = (name: string): string =>
  name.replace(/^University of (the )?/, '').replace(/ (University|College)$/, '')
