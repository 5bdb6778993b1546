internal import Foundation
internal import MarketTexts

/// The page with a link that saves the file of a browser's identity. A file in the response itself would leave the page
/// before it as it was, with its passphrase.
public struct MoveFilePage: WebPage {
    /// The contents of the file, in ASCII.
    public let file: String

    public init(file: String) {
        self.file = file
    }

    public func html(_ site: SiteContext) -> String {
        let texts = InterfaceTexts(language: site.language)
        let address = "data:text/plain;base64,\(Data(file.utf8).base64EncodedString())"
        return PageLayout(kind: .message, title: texts[.fileReady], back: "/move")
            .html("move-file", site, ["address": address])
    }
}
