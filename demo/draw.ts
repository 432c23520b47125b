// Draws the pictures of the demo into dist/demo-pictures, so that the first start finds them. The build runs this
// beside the bundler; existing drawings are kept, those of former sources are removed.
import { listDemoOrders } from './campus.ts'
import { loadRenderings } from './pictures/load.ts'
import { builtPictures, openPictureCache } from './pictures/picture-cache.ts'

const cache = openPictureCache(builtPictures)
const { renderings } = await loadRenderings(await listDemoOrders(), {
  cache,
  onDrawing: (count) => console.log(`Drawing ${count} pictures of the demo …`),
  onCacheError: (error) => {
    throw error
  },
})
await cache.keepOnly(new Set(renderings.keys()))
