/** A file of any size, without its bytes. */
export const fileOf = (name: string, type: string, size = 10) => {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
