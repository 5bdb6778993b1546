import ArgumentParser
import MarketCommands
import MarketImages
import MarketS3

/// The `openmarket images` command.
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
        if let place = set { try await change(to: place, record) }
        switch try await record.place() {
        case .objects(let address)?: print(address)
        case .folder?: print("in the data folder of its server")
        case .moving?: print("on the way to another place: run 'openmarket move' again to its end")
        case nil: print("No server has recorded the place yet.")
        }
    }

    private func change(to place: String, _ record: RecordedImagePlace) async throws {
        let market = try await record.market()
        guard S3Location.isAddress(place) else {
            guard try MarketFile.read(in: place).postgres == market else {
                throw CommandFailure("The market was never served with the data folder \(place).")
            }
            guard try await !FolderImageStore(folder: place + "/images").isEmpty() else {
                throw CommandFailure("There are no pictures in \(place)/images.")
            }
            try MarketFile.change(in: place) { $0.objects = nil }
            return try await record.set(try ImagePlace.makeFolder(place))
        }
        try await S3Images.withStore(at: place, folder: "") { store in
            guard try await store.checkMark(S3Mark(market: market)) != nil else {
                throw S3OpeningError.otherMarket(place: place)
            }
            try await store.setMark(S3Mark(market: market, user: try await record.database()))
        }
        try await record.set(.objects(address: place))
    }
}
