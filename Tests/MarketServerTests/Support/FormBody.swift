import Foundation

/// A multipart body as an app builds it.
struct FormBody: Sendable {
    let boundary = "Boundary-4AD2F0B7"
    private(set) var bytes: [UInt8] = []

    mutating func add(_ name: String, _ value: String) {
        bytes += Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
    }

    mutating func add(_ name: String, file: String, _ data: [UInt8], type: String = "image/jpeg") {
        bytes += Array(
            """
            --\(boundary)\r\nContent-Disposition: form-data; name="\(name)"; filename="\(file)"\r\n\
            Content-Type: \(type)\r\n\r\n
            """.utf8
        )
        bytes += data + Array("\r\n".utf8)
    }

    mutating func close() {
        bytes += Array("--\(boundary)--\r\n".utf8)
    }

    /// Returns a listing with default values, overridden by the given ones.
    static func listing(_ parameters: [String: Any] = [:], photos: [String] = ["red"]) -> FormBody {
        let defaults: [String: Any] = [
            "name": "의자", "descriptions": "나무 의자입니다.\n튼튼해요.", "price": 12000, "currency": "KRW",
            "secret": TestMarket.secret,
        ]
        let merged = defaults.merging(parameters) { $1 }.filter { !($0.value is NSNull) }
        let json = (try? JSONSerialization.data(withJSONObject: merged)) ?? Data()
        return listing(raw: String(decoding: json, as: UTF8.self), photos: photos)
    }

    /// Returns a form of the `items` edition with default values, overridden by the given ones; a nil value removes a
    /// field.
    static func item(
        _ texts: [String: String?] = [:],
        photos: [String] = ["red"],
        imageName: String = "images[]"
    ) -> FormBody {
        let defaults: [String: String?] = [
            "title": "의자", "descriptions": "나무 의자입니다.", "price": "165", "currency": "KRW", "stock": "3",
            "password": TestMarket.secret,
        ]
        var form = FormBody()
        for (name, value) in defaults.merging(texts, uniquingKeysWith: { $1 }).sorted(by: { $0.key < $1.key }) {
            if let value { form.add(name, value) }
        }
        for photo in photos { form.add(imageName, file: "\(photo).jpg", Photos.bytes(photo)) }
        form.close()
        return form
    }

    /// Returns a change with images: `params` and new images.
    static func change(_ parameters: [String: Any], photos: [String] = []) -> FormBody {
        let merged = ["secret": TestMarket.secret].merging(parameters) { $1 }
        let json = (try? JSONSerialization.data(withJSONObject: merged)) ?? Data()
        return listing(raw: String(decoding: json, as: UTF8.self), photos: photos)
    }

    static func listing(raw parameters: String, photos: [String] = ["red"]) -> FormBody {
        var form = FormBody()
        form.add("params", parameters)
        for photo in photos { form.add("images", file: "\(photo).jpg", Photos.bytes(photo)) }
        form.close()
        return form
    }
}

/// The small photos in the folder of these tests.
enum Photos {
    static func bytes(_ name: String) -> [UInt8] {
        guard let url = Bundle.module.url(forResource: "Photos/\(name)", withExtension: "jpg"),
            let data = try? Data(contentsOf: url)
        else { return [] }
        return Array(data)
    }
}
