/** A file that claims a size, without the bytes. */
export const fakeFile = (name: string, type: string, size = 10) => {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
