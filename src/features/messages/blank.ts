/** Whether a text has no visible characters: only white space and format characters. */
export const isBlank = (text: string): boolean => text.replace(/[\p{Cf}\p{Zs}\s]/gu, '') === ''
