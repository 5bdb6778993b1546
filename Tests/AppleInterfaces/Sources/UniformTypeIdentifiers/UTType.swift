public struct UTType: Hashable, Sendable {
    public let identifier: String

    public static let image = UTType(identifier: "public.image")
}
