import ArgumentParser
import MarketCommands
import MarketCore
import MarketImages
import MarketModels
import MarketS3

struct ImagesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "images",
        abstract: "Show or change where the pictures of a market in PostgreSQL are.",
        discussion: """
            The database records where the first server has its pictures, so that no other one starts with another place. \
            'openmarket move' changes that. If pictures came to another place in another way, for example because the bucket \
            was copied to another store, stop all servers and say so:

              openmarket images --database 'postgres://…' --set 's3://bucket/prefix?endpoint=https://objects.example'
              openmarket images --database 'postgres://…' --set /var/lib/openmarket

            A bucket has to have the object 'market' that the old one had, and a folder has to be one with which the market \
            was served. If a dump was restored into another database, say so, too, also for the same bucket: from then on, no \
            server starts with the bucket and the database of before. Without --set, the place is printed.

            Exits with 2 when the place was set but lacks pictures that the market shows.
            """
    )

    @OptionGroup var database: DatabaseOptions

    @Option(
        help: ArgumentHelp("The address of the pictures in an object store, or a data folder.", valueName: "place")
    )
    var set: String?

    func validate() throws {
        if let set { try Privileges.drop(toOwnerOf: set) }
    }

    func run() async throws {
        guard let address = try database.unpooledAddress() else {
            throw CommandFailure("Give the address of the market's database with --database.")
        }
        let record = try RecordedImagePlace(address: address)
        var present: Set<ImageName>?
        if let place = set { present = try await change(to: place, record) }
        switch try await record.place() {
        case .objects(let address)?: print(address)
        case .folder?: print("in the data folder of its server")
        case .moving?: print("on the way to another place: run 'openmarket move' again to its end")
        case nil: print("No server has recorded the place yet.")
        }
        guard let present else { return }
        let (all, missing) = try await record.imageCounts(besides: present)
        guard missing > 0 else { return }
        Terminal.note(
            """
            The market shows \(DisplayText.count(all, "picture")), of which \(missing) aren't there. Put them there before you \
            start a server, or set the place that has them.
            """
        )
        throw ExitCode(2)
    }

    /// - Returns: the images that are at the place.
    private func change(to place: String, _ record: RecordedImagePlace) async throws -> Set<ImageName> {
        let market = try await record.market()
        guard S3Location.isAddress(place) else {
            guard try MarketFile.read(in: place).postgres == market else {
                throw CommandFailure("The market was never served with the data folder \(place).")
            }
            let files = ImageFiles(folder: place + "/images")
            // What an interrupted copy has left may be a thumbnail alone, of which no picture can be made again.
            let present = try Set(ImageFiles.parts.flatMap(files.names)).filter { try files.file(of: $0, .full) != nil }
            guard !present.isEmpty else { throw CommandFailure("There are no pictures in \(place)/images.") }
            try MarketFile.change(in: place) { $0.objects = nil }
            try await record.set(try ImagePlace.makeFolder(place))
            return present
        }
        let present = try await S3Images.withStore(at: place, folder: "") { store in
            guard try await store.checkMark(S3Mark(market: market)) != nil else {
                throw S3OpeningError.otherMarket(place: place)
            }
            var present: Set<ImageName> = []
            for part in 0..<store.partCount { present.formUnion(try await store.completeNames(in: part)) }
            try await store.setMark(S3Mark(market: market, user: try await record.database()))
            return present
        }
        try await record.set(.objects(address: place))
        return present
    }
}
