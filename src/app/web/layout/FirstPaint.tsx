import { site } from '../../../shared/web/site.ts'
import { Logo } from '../../../shared/web/ui/Logo.tsx'

/** Logo and name in place of the header. `index.html` shows the same before any code is loaded. */
export const FirstPaint = () => (
  <div className="border-b border-line pt-[env(safe-area-inset-top)]">
    <div className="mx-auto flex h-14 max-w-[1568px] items-center gap-2.5 px-4 font-display text-[1.375rem] font-semibold tracking-tight desk:h-15 desk:px-6">
      <Logo />
      {site.productName}
    </div>
  </div>
)
