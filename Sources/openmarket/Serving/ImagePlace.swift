import Foundation
import MarketCommands
import MarketCore
import MarketPostgres
import MarketS3

/// Where the images of a market in PostgreSQL are. The database records it, so that no server stores images where the others
/// don't find them.
enum ImagePlace: Equatable {
    /// In a data folder, which has the identifier, too.
    case folder(id: String)
    case objects(address: String)
    /// On the way to another place, by a move that has to be run to its end.
    case moving

    /// The place as it is recorded.
    var text: String {
        switch self {
        case .folder(let id): Self.folderStart + id
        case .objects(let address): address
        case .moving: Self.movingText
        }
    }

    init(text: String) {
        self =
            if text == Self.movingText {
                .moving
            } else if text.hasPrefix(Self.folderStart) {
                .folder(id: String(text.dropFirst(Self.folderStart.count)))
            } else {
                .objects(address: text)
            }
    }

    private static let folderStart = "folder:"
    private static let movingText = "moving"

    /// Returns whether both are the same place; addresses of it can differ in the region or the certificates.
    func isSame(as other: ImagePlace) -> Bool {
        if case .objects(let address) = self, case .objects(let otherAddress) = other,
            let place = try? S3Location(address: address), let otherPlace = try? S3Location(address: otherAddress)
        {
            return place.isSamePlace(as: otherPlace)
        }
        return self == other
    }

    /// Returns the place that a data folder is, or nil if no server has used it as one.
    static func ofFolder(_ folder: String) throws(CommandFailure) -> ImagePlace? {
        try MarketFile.read(in: folder).images.map { .folder(id: $0) }
    }

    /// Returns the place that a data folder is from now on.
    static func makeFolder(_ folder: String) throws -> ImagePlace {
        if let place = try ofFolder(folder) { return place }
        let id = UUID().uuidString.lowercased()
        try MarketFile.change(in: folder) { $0.images = id }
        return .folder(id: id)
    }
}

/// The check that a server was given the place where the images of its market are.
struct ImagePlaceCheck {
    let store: PostgresProductStore
    let folder: String
    /// The address of an object store that the server was given; nil for its folder.
    let objects: String?

    /// Refuses a place that isn't the recorded one, before anything is written.
    ///
    /// - Returns: whether images are at the place already, so that an empty one can't be right.
    func check() async throws(CommandFailure) -> Bool {
        let images = try await recorded(nil)
        if let recorded = images.place.map(ImagePlace.init(text:)) {
            let given: ImagePlace? = if let objects { .objects(address: objects) } else { try .ofFolder(folder) }
            guard given?.isSame(as: recorded) == true else { throw refusal(recorded) }
            return true
        }
        if images.areUsed, objects == nil, try !PostgresMarket.isBound(folder) { throw missing }
        return images.areUsed
    }

    /// Records the place, once it could be opened.
    func record() async throws(CommandFailure) {
        let place: ImagePlace
        do {
            place = try objects.map { ImagePlace.objects(address: $0) } ?? ImagePlace.makeFolder(folder)
        } catch {
            throw error as? CommandFailure ?? CommandFailure("Can't write to \(folder): \(error.explanation).")
        }
        // Servers that are given different places may have begun at once.
        let recorded = try await recorded(place.text).place.map(ImagePlace.init(text:))
        guard let recorded, !recorded.isSame(as: place) else { return }
        throw refusal(recorded)
    }

    private func recorded(_ place: String?) async throws(CommandFailure) -> RecordedImages {
        do {
            return try await store.images(recording: place)
        } catch {
            throw CommandFailure(
                "Where the market's pictures are can't be read from the database: \(error.explanation)."
            )
        }
    }

    private var missing: CommandFailure {
        CommandFailure(
            """
            The market has pictures, but none are in \(folder): give the data folder that has them with --data, or the address \
            of their object store with --images.
            """
        )
    }

    private func refusal(_ recorded: ImagePlace) -> CommandFailure {
        switch recorded {
        case .objects(let address):
            CommandFailure(
                """
                The pictures of this market are in \(address): start every server with --images '\(address)', or, if they \
                are elsewhere now, see 'openmarket images --help'.
                """
            )
        case .folder:
            CommandFailure(
                """
                The pictures of this market are in the data folder of another server: start that one, or move them to an \
                object store with 'openmarket move', or, if they are elsewhere now, see 'openmarket images --help'.
                """
            )
        case .moving:
            CommandFailure(
                "The pictures of this market are being moved. Run 'openmarket move' again to its end before starting a server."
            )
        }
    }
}
