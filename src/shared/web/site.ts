/** Facts about this installation that the server writes into the page. */
export type Site = { readonly productName: string; readonly supportEmail: string; readonly demo: boolean }

export const site: Site = read()

function read(): Site {
  try {
    return JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=quad]')?.content ?? '') as Site
  } catch {
    return { productName: 'Quad', supportEmail: 'support@quad.example', demo: false } // the dev server does not fill the page
  }
}
