import WebAssets

/// The static files embedded in the program.
enum Assets {
    /// A hash of all served files. A path that contains it never refers to different bytes.
    static let version = String(cString: web_assets_version())

    /// The text of the style sheet of all pages.
    static let style = String(decoding: named("app.css")?.bytes ?? [], as: UTF8.self)

    /// The source expression of a Content-Security-Policy that allows the style sheet inside a page.
    static let styleDigest = "'\(String(cString: web_assets_style_digest()))'"

    /// The files served as `/assets/{version}/{name}`.
    static let served: [Asset] = embedded.filter { !$0.isPrivate }.map(\.asset)

    private static let byName = Dictionary(uniqueKeysWithValues: served.map { ($0.name, $0) })

    /// Returns the served file with a name, or nil.
    static func named(_ name: String) -> Asset? { byName[name] }

    /// The sources of the templates by name without extension. They are never served.
    static let templates: [String: String] = Dictionary(
        uniqueKeysWithValues: embedded.filter(\.isPrivate).flatMap { file -> [(String, String)] in
            let text = String(decoding: file.asset.bytes, as: UTF8.self)
            let name = String(file.asset.name.prefix { $0 != "." })
            guard name == "icons" else { return [(name, text)] }
            // Each line is a template, behind its name.
            return text.split(separator: "\n").map { line in
                let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
                return (parts[0], parts[1])
            }
        }
    )

    private static let embedded: [(asset: Asset, isPrivate: Bool)] = (0..<web_asset_count()).map { index in
        let file = web_asset_at(index)
        let asset = Asset(
            name: String(cString: file.name),
            mediaType: String(cString: file.type),
            bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
        )
        return (asset, file.is_private)
    }
}

/// A static file of the web pages: style sheet, script, drawing or icon.
struct Asset: Sendable {
    /// The last component of its path: `app.css`.
    let name: String
    let mediaType: String
    let bytes: [UInt8]
}
