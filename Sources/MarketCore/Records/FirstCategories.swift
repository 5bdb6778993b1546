/// The categories with which a market begins.
package enum FirstCategories {
    /// The statement that adds them, in the SQL that the stores have in common.
    package static let insertion = """
        INSERT INTO category (id, slug, korean_name, english_name, parent_id, position) VALUES
            (1, 'electronics', '디지털 기기', 'Electronics', NULL, 1),
            (2, 'phones', '휴대폰·태블릿', 'Phones and tablets', 1, 1),
            (3, 'computers', '컴퓨터', 'Computers', 1, 2),
            (4, 'cameras', '카메라', 'Cameras', 1, 3),
            (5, 'audio', '음향 기기', 'Audio', 1, 4),
            (6, 'appliances', '생활가전', 'Appliances', NULL, 2),
            (7, 'furniture', '가구·인테리어', 'Furniture and home', NULL, 3),
            (8, 'lighting', '조명', 'Lighting', 7, 1),
            (9, 'kitchen', '주방용품', 'Kitchen', NULL, 4),
            (10, 'clothes', '의류', 'Clothes', NULL, 5),
            (11, 'accessories', '가방·잡화', 'Bags and accessories', NULL, 6),
            (12, 'kids', '유아동', 'Baby and kids', NULL, 7),
            (13, 'sports', '스포츠·레저', 'Sports and outdoors', NULL, 8),
            (14, 'bicycles', '자전거', 'Bicycles', 13, 1),
            (15, 'camping', '캠핑', 'Camping', 13, 2),
            (16, 'books', '도서', 'Books', NULL, 9),
            (17, 'games', '게임·취미', 'Games and hobbies', NULL, 10),
            (18, 'music', '음반·악기', 'Music and instruments', NULL, 11),
            (19, 'plants', '식물', 'Plants', NULL, 12),
            (20, 'pets', '반려동물용품', 'Pet supplies', NULL, 13),
            (21, 'food', '식품', 'Food', NULL, 14);
        """
}
