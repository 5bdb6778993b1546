internal import WebAssets

/// The files that travel inside the program.
public enum Assets {
    /// A hash of all that is served: an address with it in it never stands for other bytes.
    public static let version = String(cString: web_assets_version())

    /// What is served as `/assets/{version}/{name}`.
    public static let served: [Asset] = embedded.filter { !$0.isPrivate }.map(\.asset)

    private static let byName = Dictionary(uniqueKeysWithValues: served.map { ($0.name, $0) })

    public static func named(_ name: String) -> Asset? { byName[name] }

    /// The texts of the templates, which are never served, by their names without ending.
    static let templates: [String: String] = Dictionary(
        uniqueKeysWithValues: embedded.filter(\.isPrivate).map { file in
            (String(file.asset.name.prefix { $0 != "." }), String(decoding: file.asset.bytes, as: UTF8.self))
        }
    )

    private static let embedded: [(asset: Asset, isPrivate: Bool)] = (0..<web_asset_count()).map { index in
        var count = 0
        let bytes = UnsafeBufferPointer(start: web_asset_bytes(index, &count), count: count)
        let asset = Asset(
            name: String(cString: web_asset_name(index)),
            mediaType: String(cString: web_asset_type(index)),
            bytes: Array(bytes)
        )
        return (asset, web_asset_is_private(index))
    }
}
