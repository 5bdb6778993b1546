import MarketModels
import MarketTexts

/// The page that asks once more before something ends that can't be undone. Its form sends the same again.
struct OperatorConfirmationPage: WebPage {
    /// What ends.
    enum Subject: Hashable, Sendable {
        /// An operator with the name.
        case `operator`(String)
        /// A key with the name.
        case key(OperatorKey.ID, String)
        case page(MarketPage.ID)
    }

    let context: OperatorContext
    let subject: Subject

    func html(_ site: SiteContext) -> String {
        let texts = site.operatorTexts
        let title: String
        let (advice, confirm): (OperatorString, OperatorString)
        let address: String
        let fields: KeyValuePairs<String, String>
        switch subject {
        case .operator(let name):
            title = texts[.shallRemove(name)]
            (advice, confirm) = (.removeAdvice, .remove)
            (address, fields) = (OperatorAddress.team, ["do": "remove", "name": name])
        case .key(let id, let name):
            title = texts[.shallEnd(texts[.key(name)])]
            (advice, confirm) = (.endKeyAdvice, .endSession)
            (address, fields) = (OperatorAddress.sessions, ["do": "end-key", "key": String(id.rawValue)])
        case .page(let id):
            let name = site.profileTexts.name(of: id)
            title = texts[.shallRemovePage(name)]
            (advice, confirm) = (.removePageAdvice, .removePage)
            (address, fields) = (OperatorAddress.page(id), ["do": "remove"])
        }
        return OperatorLayout(context: context, title: title, back: address).html(
            "sure",
            site,
            [
                "hasMenu": true, "address": address, "sure": WebForm.confirmation, "advice": texts[advice],
                "confirm": texts[confirm],
                "fields": fields.map { ["name": $0.key, "value": $0.value] as Templates.Context },
            ]
        )
    }
}
