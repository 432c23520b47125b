import { LinkTabs } from '../../../shared/web/ui/LinkTabs.tsx'
import { ownTabs } from './labels.ts'
import { useMarketView } from './url-state.ts'

/** The tabs above the viewer's own listings. */
export function OwnTabs() {
  const view = useMarketView()
  return (
    <LinkTabs
      label="Your listings"
      tabs={ownTabs}
      active={view.tab}
      to={(tab) => view.linkTo({ tab })}
      className="desk:mb-4"
    />
  )
}
