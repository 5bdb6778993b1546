import MarketModels
import MarketTexts

/// The contacts that no listing may have, with the form that blocks one.
struct OperatorContactsPage: WebPage {
    let context: OperatorContext
    let contacts: [BlockedContact]
    /// The contact that was typed in the form.
    var typed = ""

    func html(_ site: SiteContext) -> String {
        let rows = contacts.enumerated().map { index, contact -> Templates.Context in
            [
                "field": "why-\(index)", "key": contact.key.rawValue, "contact": contact.key.text,
                "reason": contact.reason, "who": contact.operatorName ?? site.operatorTexts[.byCommand],
                "time": contact.createdAt.attribute,
                "age": site.productTexts.age(of: contact.createdAt, now: context.now),
            ]
        }
        let more = contacts.lastOfFullPage().map {
            ListQuery.address(OperatorAddress.contacts, [("after", $0.key.rawValue)])
        }
        return OperatorLayout(context: context, title: site.operatorTexts[.contacts], back: OperatorAddress.home).html(
            "operator-contacts",
            site,
            [
                "contacts": rows, "hasContacts": !rows.isEmpty, "typed": typed,
                "keepsForm": true, "contactMaximum": ListingRules.contactLength.upperBound, "moreAddress": more,
            ]
        )
    }
}
