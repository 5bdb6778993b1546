public struct UTType: Hashable, Sendable {
    public let identifier: String

    public static let image = UTType(identifier: "public.image")
    public static let jpeg = UTType(identifier: "public.jpeg")
}
