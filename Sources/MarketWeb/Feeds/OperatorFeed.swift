import MarketModels
import MarketTexts

/// What waits for an operator, as an Atom feed (RFC 4287). It has no address of its own in it, which is a secret.
struct OperatorFeed: Sendable {
    /// The newest first.
    let entries: [AwaitedDecision]
    /// The time of the last change of an empty feed.
    let madeAt: Timestamp

    func bytes(_ site: SiteContext) -> [UInt8] {
        let home = XMLText.escaped(site.origin + OperatorAddress.home)
        var xml = XMLText()
        xml.markup("<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"\(site.language.rawValue)\">\n")
        xml.markup("<id>\(home)</id>\n")
        xml.element("title", "\(site.operatorTexts[.feedTitle]) · \(site.name)")
        xml.element("updated", (entries.map(\.since).max() ?? madeAt).attribute)
        xml.markup("<link rel=\"alternate\" type=\"text/html\" href=\"\(home)\"/>\n<author>")
        xml.element("name", site.name)
        xml.markup("</author>\n")
        for entry in entries { write(entry, site, &xml) }
        xml.markup("</feed>\n")
        return xml.bytes
    }

    private func write(_ entry: AwaitedDecision, _ site: SiteContext, _ xml: inout XMLText) {
        let texts = site.operatorTexts
        let what: String
        var (address, id) = (site.origin, site.origin)
        switch entry.kind {
        case .report(let report, let reason):
            what = site.texts.name(of: reason)
            address += OperatorAddress.report(report)
            id = address
        case .changed(let product), .waiting(let product), .changeWaits(let product):
            what =
                switch entry.kind {
                case .changed: texts[.changedAsAsked]
                case .changeWaits: texts.name(of: .changeWaits)
                default: texts[.waiting]
                }
            address += OperatorAddress.listing(product)
            // A listing can be changed, and wait, again.
            id = "\(address)#\(entry.since.millisecondsSinceEpoch)"
        }
        xml.markup("<entry>\n")
        xml.element("id", id)
        xml.element("title", "\(what) · \(entry.name ?? texts[.goneListing])")
        xml.element("updated", entry.since.attribute)
        xml.markup("<link rel=\"alternate\" type=\"text/html\" href=\"\(XMLText.escaped(address))\"/>\n")
        xml.markup("</entry>\n")
    }
}
