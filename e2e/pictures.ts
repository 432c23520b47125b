import sharp from 'sharp'

/** A PNG image in two colours. */
export const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 60, g: 120, b: 90 } } })
    .composite([
      {
        input: {
          create: { width: width >> 1, height: height >> 1, channels: 3, background: { r: 230, g: 200, b: 90 } },
        },
        left: width >> 2,
        top: height >> 2,
      },
    ])
    .png()
    .toBuffer()
