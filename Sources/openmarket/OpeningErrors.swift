import Foundation
import MarketCore
public import MarketPostgres
public import MarketS3
public import MarketSQLite

// What a command says that can't open a market, and what to do about it.

extension PostgresOpeningError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .invalidAddress(let reason):
            "'database' must look like postgres://user@host/database; it can't be used because \(reason)."
        case .notReachable(let name, let reason):
            "No PostgreSQL server can be reached at \(name): \(reason)."
        case .refused(let name, let reason):
            "The PostgreSQL server refuses the connection to \(name): \(reason)."
        case .noDatabase(let name):
            "There is no database \(name). Create an empty one in UTF-8 with createdb."
        case .noPrivilege(let name, let reason):
            "The user lacks a privilege in the database \(name): \(reason)."
        case .foreign(let name):
            "The database \(name) contains tables that aren't Open Market's. Nothing was changed. Use an empty one."
        case .otherSchema(let name, let isOfFirstVersion):
            sentence(aboutOtherSchemaOf: "The database \(name)", isOfFirstVersion: isOfFirstVersion)
        case .madeByNewerVersion(let name):
            "The database \(name) was made by a newer version of Open Market. Use that version or a later one."
        case .madeByOlderVersion(let name):
            "The database \(name) was made by an older version of Open Market. Nothing was changed. Run 'openmarket migrate' once, or start the server of this version."
        case .empty(let name):
            "There is no market in the database \(name). Nothing was changed. Is its address right? 'openmarket serve' begins a market."
        case .moveIsUnfinished(let name):
            "A market is being moved to the database \(name), and isn't complete. Run 'openmarket move' again."
        case .unsuitable(let name, let reason):
            "The database \(name) can't be used: \(reason)."
        case .failed(let name, let reason):
            "The database \(name) can't be opened: \(reason)."
        }
    }
}

extension StoreOpeningError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .folderInUse(let folder, let processID):
            """
            The data folder \(folder) is in use by \(processID.map { "process \($0)" } ?? "another process"). Stop it first, or \
            choose another folder with --data.
            """
        case .folderNotWritable(let folder, let reason): sentence(aboutUnwritable: folder, reason)
        case .folderOfOthers(let folder):
            "\(folder) has other files in it. Nothing was changed. Choose an empty folder, or one that doesn't exist."
        case .folderNotSyncable(let folder, let fileSystem, let reason):
            "The file system of \(folder) (\(fileSystem ?? "of an unknown type")) can't sync folders (\(reason)), so a power cut could take what the market has confirmed. Use a folder on a local disk with, for example, ext4, XFS, Btrfs or ZFS."
        case .notADatabase(let path, let reason):
            "\(path) isn't a usable database (\(reason)). Restore it from a backup."
        case .damaged(let path, let reason):
            "\(path) is damaged (\(reason)), and this version can't bring it up to date. Restore it from a backup."
        case .otherSchema(let path, let isOfFirstVersion):
            sentence(aboutOtherSchemaOf: path, isOfFirstVersion: isOfFirstVersion)
        case .madeByNewerVersion(let path):
            "\(path) was made by a newer version of Open Market. Use that version, or restore an older backup."
        case .madeByOlderVersion(let path):
            "\(path) was made by an older version of Open Market. Nothing was changed. Run 'openmarket migrate' once, or start the server of this version."
        case .diskFull(let path):
            "The disk with \(path) is full. Free up some space and start again."
        case .failed(let path, let reason):
            "Can't open \(path): \(reason)."
        }
    }
}

extension S3OpeningError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreachable(let place, let reason):
            "The object store of \(place) can't be reached: \(reason)."
        case .noBucket(let name, let endpoint):
            "There is no bucket \(name) at \(endpoint). Create it first."
        case .refused(let place, "SignatureDoesNotMatch"), .refused(let place, "InvalidAccessKeyId"):
            "The object store of \(place) refuses the keys. Are AWS_ACCESS_KEY_ID and -SECRET right?"
        case .refused(let place, let code):
            "The object store of \(place) refuses access\(code.isEmpty ? "" : " (\(code))"). The keys need the "
                + "permission to list the bucket, and to read, write and delete objects."
        case .otherMarket(let place):
            "The pictures in \(place) belong to another market. Use another prefix."
        case .otherUser(let place):
            """
            The pictures in \(place) are used with another copy of this market's database, which lacks what has been listed \
            in this one, as this one lacks its. To try a backup, use 'openmarket restore --images-to-folder', or a copy of the \
            bucket. If the other one is never used again, use 'openmarket restore --take-over', or 'openmarket images --set' \
            for a database in PostgreSQL.
            """
        case .notEmpty(let place):
            "There are objects in \(place), which has never been used with a market. Use an empty prefix."
        case .moveIsUnfinished(let place):
            "Pictures are being moved to \(place), and they aren't all there. Run 'openmarket move' again."
        case .failed(let place, let reason): "The object store \(place) can't be used: \(reason)."
        }
    }
}

/// Returns why a database with another schema isn't used. Before 1.0.0, none is brought up to date.
private func sentence(aboutOtherSchemaOf name: String, isOfFirstVersion: Bool) -> String {
    let (maker, server) =
        isOfFirstVersion
        ? ("Open Market 0.1.0, or by a version in development", "0.1.0")
        : ("a version of Open Market in development", "The version that made it")
    return """
        \(name) was made by \(maker), and this version can't use it. Nothing was changed. \(server) goes on serving it. \
        What its 'openmarket export' writes can be imported here, but it keeps texts, prices and pictures only: passwords, \
        contacts, addresses and hidden listings don't come along.
        """
}

/// Returns why a data folder can't be written, and what helps.
private func sentence(aboutUnwritable folder: String, _ reason: String) -> String {
    // A link may be root's, and 'chown -R' doesn't follow it.
    let real = URL(filePath: folder).resolvingSymlinksInPath().path
    if let file = Privileges.fileOfOthers(in: real) {
        let user = Privileges.userName
        return """
            \(file.path) belongs to \(file.owner), and \(user), whose folder it is in, can't write it. \
            Run 'sudo chown -R \(user) \(real)'.
            """
    }
    let isForbidden = reason == SystemError(number: EACCES).description
    let advice = isForbidden ? "Run the command as a user who may, or choose" : "Choose"
    return "Can't write to the data folder \(folder): \(reason). \(advice) another folder with --data."
}
